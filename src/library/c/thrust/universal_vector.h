#pragma once
#include <thrust/__all.h>
