// How algorithms may run: here, one after another.
#pragma once
#include <type_traits>
namespace std {
namespace execution {
struct sequenced_policy {};
struct parallel_policy {};
struct parallel_unsequenced_policy {};
struct unsequenced_policy {};
constexpr sequenced_policy seq{};
constexpr parallel_policy par{};
constexpr parallel_unsequenced_policy par_unseq{};
constexpr unsequenced_policy unseq{};
}
template <class P> struct is_execution_policy : false_type {};
template <> struct is_execution_policy<execution::sequenced_policy> : true_type {};
template <> struct is_execution_policy<execution::parallel_policy> : true_type {};
template <> struct is_execution_policy<execution::parallel_unsequenced_policy> : true_type {};
template <> struct is_execution_policy<execution::unsequenced_policy> : true_type {};
template <class P> constexpr bool is_execution_policy_v = is_execution_policy<P>::value;
#define __CUFORT_ANY_POLICY__(name) template <class P, class... A, enable_if_t<is_execution_policy<P>::value, int> = 0> inline decltype(auto) name(const P &, A... a) { return std::name(a...); }
}
