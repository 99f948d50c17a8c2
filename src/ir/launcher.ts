/** Functions of the host that launch a kernel: what stands for the kernel as a value (c_funloc, procedure pointers). */
const prefix = 'launch:';

export function launcherName(kernel: string): string {
  return `${prefix}${kernel}`;
}

/** As a value a kernel is its number behind this one, which no place in the host's table reaches: no kernel is null. */
export const kernelValues = 0x4000_0000;

/** The kernel that a function of this name launches, if it is such a one. */
export function launchedBy(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}
