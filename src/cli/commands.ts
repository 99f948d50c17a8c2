/** What each command is called with, and what it does. */
export const commandLines = {
  run: ['run [options] FILE... [-- ARGS]', 'compile, link and run at once'],
  build: ['build [options] FILE... [-o EXE]', 'compile and link; EXE runs by itself'],
  check: ['check [options] FILE...', 'diagnostics only'],
  explain: ['explain CODE', 'what a message means, with an example'],
  profile: ['profile [options] FILE...|EXE', 'runs it: where its time goes, as tables and a page'],
  advise: ['advise [options] FILE...|EXE', 'what slows its kernels down on a GPU, and what to write instead'],
  info: ['info', 'the devices'],
  with: ['with COMMAND...', 'runs COMMAND with nvfortran, nvcc, mpif90, nsys standing for cufort'],
  help: ['help [options|environment]', 'all options, or all environment variables'],
} as const satisfies Readonly<Record<string, readonly [form: string, what: string]>>;
export type CommandName = keyof typeof commandLines;
