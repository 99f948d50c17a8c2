/** Which header declares what programs name most, for those who forgot it. */
const headers: Readonly<Record<string, string>> = {
  algorithm:
    'sort stable_sort find find_if count copy fill transform reverse unique max_element min_element lower_bound',
  array: 'array',
  atomic: 'atomic',
  chrono: 'chrono',
  cmath: 'sqrt pow sin cos exp log floor ceil fabs',
  complex: 'complex',
  cstdio: 'printf fprintf snprintf fopen',
  cstdlib: 'malloc free rand srand atoi exit',
  cstring: 'memcpy memset strlen strcmp strcpy',
  deque: 'deque',
  filesystem: 'filesystem',
  fstream: 'ifstream ofstream fstream',
  functional: 'function bind plus less greater',
  iomanip: 'setw setprecision setfill',
  iostream: 'cout cerr cin endl',
  limits: 'numeric_limits',
  list: 'list',
  map: 'map multimap',
  memory: 'unique_ptr shared_ptr make_unique make_shared',
  numeric: 'accumulate iota inner_product',
  optional: 'optional',
  queue: 'queue priority_queue',
  random:
    'mt19937 mt19937_64 default_random_engine uniform_real_distribution uniform_int_distribution normal_distribution',
  set: 'set multiset',
  sstream: 'stringstream ostringstream istringstream',
  stack: 'stack',
  stdexcept: 'runtime_error invalid_argument out_of_range logic_error',
  string: 'string to_string stoi stod getline',
  system_error: 'system_error error_code error_category generic_category system_category errc',
  thread: 'thread',
  tuple: 'tuple make_tuple',
  unordered_map: 'unordered_map',
  unordered_set: 'unordered_set',
  utility: 'pair make_pair move swap',
  vector: 'vector',
};

const headerOf: ReadonlyMap<string, string> = new Map(
  Object.entries(headers).flatMap(([header, names]) => names.split(' ').map((name) => [name, header] as const)),
);

/** What to write where a name of the standard library is not known; undefined: it is none. */
export function standardRemedy(name: string, isQualified: boolean, isThere: boolean): string | undefined {
  const header = headerOf.get(name);
  if (header === undefined) return undefined;
  if (isThere) return isQualified ? undefined : `std::${name}`;
  return isQualified ? `#include <${header}>` : `#include <${header}>, and write std::${name}`;
}
