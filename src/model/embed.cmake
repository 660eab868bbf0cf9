# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DOUTPUT=file.cpp -DDIR=folder -DNAMES=a,b -P embed.cmake
# writes the specification files DIR/a, DIR/b as shipped_specs(), see shipped.h.
string(REPLACE "," ";" names "${NAMES}")
set(out "// Written by src/model/embed.cmake from models/.\n\n")
string(APPEND out "#include \"model/shipped.h\"\n\n")
string(APPEND out "#include <array>\n\nnamespace wt::model {\nnamespace {\n\n")
list(LENGTH names count)
string(APPEND out "constexpr std::array<ShippedSpec, ${count}> kSpecs = {{\n")
foreach(name IN LISTS names)
  file(READ "${DIR}/${name}" text)
  string(APPEND out "{\"models/${name}\", R\"wt_spec(${text})wt_spec\"},\n")
endforeach()
string(APPEND out "}};\n\n} // namespace\n\n")
string(APPEND out "std::span<const ShippedSpec> shipped_specs() "
  "{ return kSpecs; }\n\n} // namespace wt::model\n")
file(WRITE "${OUTPUT}" "${out}")
