#pragma once
#include <cub/iterator/transform_input_iterator.cuh>
