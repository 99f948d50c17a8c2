/** Functions of the host that launch a kernel: what stands for the kernel as a value (c_funloc, procedure pointers). */
const prefix = 'launch:';

export function launcherName(kernel: string): string {
  return `${prefix}${kernel}`;
}

/** The kernel that a function of this name launches, if it is such a one. */
export function launchedBy(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}
