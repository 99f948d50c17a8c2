/** A file without its folders. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
