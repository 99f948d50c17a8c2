// Programs that bring GNU's getopt, glob or obstack along ask here whether the system has them in the same version.
#pragma once
#define _GNU_OBSTACK_INTERFACE_VERSION 0
#define _GNU_REGEX_INTERFACE_VERSION 0
#define _GNU_GLOB_INTERFACE_VERSION 0
#define _GNU_GETOPT_INTERFACE_VERSION 2
