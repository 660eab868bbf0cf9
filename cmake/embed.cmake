# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DOUTPUT=file.cpp -DDIR=folder -DNAMES=a,b -DPREFIX=folder/
#   -DHEADER=model/shipped.h -DNAMESPACE=wt::model -DTYPE=ShippedSpec
#   -DFUNCTION=shipped_specs -P embed.cmake
# writes the files DIR/a, DIR/b as a function that gives their names and texts:
# std::span<const TYPE> FUNCTION(), which HEADER declares.
string(REPLACE "," ";" names "${NAMES}")
set(out "// Written by cmake/embed.cmake.\n\n#include \"${HEADER}\"\n\n")
string(APPEND out "#include <array>\n\nnamespace ${NAMESPACE} {\nnamespace {\n\n")
list(LENGTH names count)
string(APPEND out "constexpr std::array<${TYPE}, ${count}> kFiles = {{\n")
foreach(name IN LISTS names)
  file(READ "${DIR}/${name}" text)
  string(APPEND out "{\"${PREFIX}${name}\", R\"wt_file(${text})wt_file\"},\n")
endforeach()
string(APPEND out "}};\n\n} // namespace\n\nstd::span<const ${TYPE}> "
  "${FUNCTION}() { return kFiles; }\n\n} // namespace ${NAMESPACE}\n")
file(WRITE "${OUTPUT}" "${out}")
