// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a specified routine do with a container that it is given, and with
// the elements in it?
//
//   g_list_prepend(list, p)      p becomes an element; the list comes back
//   v[i]                         the address of an element comes out
//   g_list_free_full(list, f)    elements are given to somebody
//
// Tested by tests/leak/c/glib_records.c and
// tests/leak/cxx/member_containers.cpp.

#pragma once

#include "engine/ownership/interface.h"

#include <optional>

namespace wt::ownership {

// Of the one callee, if its specification speaks of containers.
std::optional<Interface> container_interface(const Facts &facts,
                                             ProcedureId procedure,
                                             ir::ValueId call);

// The parameter that is the container for this element.
std::optional<std::size_t> container_for(const Interface &interface,
                                         std::size_t element);

struct ElementUse {
  bool is_container = false; // is the parameter one at all?
  bool may_release = false;  // elements, or give them to a callback
  bool comes_back = false;   // the container is the result
  bool gives_element = false;
  bool gives_address = false;  // of an element
  bool gives_iterator = false; // something that leads to elements
};
ElementUse element_use(const Interface &interface, std::size_t container);

} // namespace wt::ownership
