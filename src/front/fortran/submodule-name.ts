/** What a submodule is known by among the modules of a program; its module file has this name. */
export function submoduleName(ancestor: string, name: string): string {
  return `${ancestor}-${name}`;
}
