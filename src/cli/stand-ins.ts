/**
 * Commands that stand for other compilers and tools: small scripts in a folder that stays where cufort is installed, so that what a build tool has found there (CMake keeps the
 * path of a compiler) is still there at the next build.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordSection } from '../driver/foreign/recorded.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'as-nvfortran': ['nvfortran', 'pgfortran', 'pgf90', 'pgf95', 'mpif90', 'mpifort', 'mpif77'],
  'as-nvcc': ['nvcc'],
  'as-nvc': ['nvc', 'nvc++', 'pgcc', 'pgc++', 'mpicc', 'mpicxx', 'mpic++', 'mpiCC'],
  'as-nsys': ['nsys'],
  'as-ncu': ['ncu'],
  'as-nvidia-smi': ['nvidia-smi'],
  'as-nvaccelinfo': ['nvaccelinfo', 'pgaccelinfo'],
  'as-compute-sanitizer': ['compute-sanitizer'],
};

/** C compilers of the system. Their objects note how they were asked for; what they link with objects of ours is linked here. */
const cCompilers = ['cc', 'gcc', 'c++', 'g++', 'clang', 'clang++'];

/** The folder below dist/, where `writeStandIns` puts them: Makefiles call nvcc as `$(CUDA_PATH)/bin/nvcc`. */
export const standInFolder = 'toolkit/bin';
const toolkitFolder = 'toolkit';
const libraryFolder = 'lib64';

/** The Node to run them with, where it is not the one on PATH. */
export const nodeVariable = 'CUFORT_NODE';

/** `dist`: the folder beside bin/. */
export function writeStandIns(dist: string): void {
  const folder = join(dist, standInFolder);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): void => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  };
  for (const [command, stand] of Object.entries(names)) for (const name of stand) write(name, script(command));
  for (const name of cCompilers) write(name, systemCompiler(name));
  write('ld', joiner());
  for (const name of ['mpiexec', 'mpirun']) write(name, launcher(name));
  writeToolkit(join(dist, toolkitFolder));
}

/** What CMake looks for around nvcc. The libraries are empty: what they stand for is linked by cufort. */
function writeToolkit(root: string): void {
  for (const folder of ['include', 'lib64/stubs', 'nvvm/libdevice']) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ownLibraries) {
    writeFileSync(join(root, libraryFolder, `lib${name}.so`), '');
    writeFileSync(join(root, libraryFolder, `lib${name}_static.a`), '!<arch>\n');
  }
  writeFileSync(join(root, libraryFolder, 'libcudadevrt.a'), '!<arch>\n');
  writeFileSync(join(root, libraryFolder, 'stubs/libcuda.so'), '');
  for (const name of ownHeaders) writeFileSync(join(root, 'include', name), headerOf(name));
}

const ownLibraries = ['cudart', 'cublas', 'cublasLt', 'cufft', 'curand', 'cusparse', 'cusolver', 'nvToolsExt'];

/** Another compiler finds no such file, and its stand-in asks cufort. */
const headerOf = (name: string): string => `#ifdef __CUFORT__
#include_next <${name}>
#else
#include <cufort/${name}>
#endif
`;
const ownHeaders = ['cuda_runtime.h', 'cuda.h', 'cublas_v2.h', 'cufft.h', 'curand.h', 'cusparse.h', 'cusolverDn.h'];

/**
 * The command of that name behind this folder on PATH. Where it links an object of ours, cufort does; an object that it makes says how (`driver/foreign/recorded.ts`),
 * and cufort makes those that it can't, for want of CUDA's headers.
 */
function systemCompiler(name: string): string {
  const cufort = `"\${${nodeVariable}:-node}" ${start} as-cc ${name}`;
  return `#!/bin/sh
is_ours() {
  case "$1" in -*|*.c|*.cc|*.cpp|*.cxx|*.C|*.h) return 1 ;; esac
  [ -f "$1" ] && grep -aq -m 1 '^cufort object [0-9]*$' "$1" 2>/dev/null
}
words_of() { printf '%s\\0' "$(($# + 1))" "$@"; }
record() {
  note=$(mktemp) || return
  object=; next=
  for word in "$@"; do
    if [ "$next" ]; then object=$word; next=; continue; fi
    case "$word" in
      -o) next=1 ;;
      -o*) object=\${word#-o} ;;
    esac
  done
  for word in "$@"; do
    case "$word" in -*) ;; *.c|*.cc|*.cpp|*.cxx|*.c++|*.C)
      made=\${word##*/}
      made=\${object:-\${made%.*}.o}
      words_of ${name} "$PWD" "$word" "$@" > "$note"
      [ -f "$made" ] && objcopy --add-section ${recordSection}="$note" --set-section-flags ${recordSection}=noload,readonly,exclude "$made" 2>/dev/null ;;
    esac
  done
  rm -f "$note"
}
compile() {
  told=$(mktemp) || exec "$@"
  compiler=$1
  shift
  "$compiler" -fPIC "$@" 2> "$told"
  status=$?
  if [ $status = 0 ]; then
    cat "$told" >&2
    command -v objcopy >/dev/null && record "$@"
  elif grep -q 'fatal error: .*\\(No such file\\|file not found\\)' "$told"; then
    ${cufort} "$@"
    status=$?
  else
    cat "$told" >&2
  fi
  rm -f "$told"
  exit $status
}
way=link
for word in "$@"; do
  case "$word" in
    -c) way=compile ;;
    -E|-S|-M|-MM) way=pass; break ;;
  esac
done
if [ $way = link ]; then
  for word in "$@"; do
    if is_ours "$word"; then exec ${cufort} "$@"; fi
  done
fi
${behind(name, `unset IFS; if [ $way = compile ]; then compile "$folder/${name}" "$@"; else exec "$folder/${name}" -fPIC "$@"; fi`)}
echo "${name}: command not found" >&2
exit 127
`;
}

/** From a stand-in to the command. */
const start = `"$(dirname "$(readlink -f "$0")")/../../../bin/cufort.js"`;

function script(command: string): string {
  return `#!/bin/sh\nexec "\${${nodeVariable}:-node}" ${start} ${command} "$@"\n`;
}

/** `ld -r` of cufort's objects; the system's `ld` for all else. */
function joiner(): string {
  return `#!/bin/sh
case " $* " in *" -r "*|*" -i "*|*" --relocatable "*)
  for word in "$@"; do
    case "$word" in *.o|*.a)
      if grep -aq '^cufort object' "$word" 2>/dev/null; then
        exec "\${${nodeVariable}:-node}" ${start} as-ld "$@"
      fi ;;
    esac
  done ;;
esac
${behind('ld', 'unset IFS; exec "$folder/ld" "$@"')}
echo "ld: command not found" >&2
exit 127
`;
}

/** The machine's launcher, where there is one: what it starts finds its library. Else one process is started, and more are refused. */
function launcher(name: string): string {
  return `#!/bin/sh
${behind(name, `unset IFS; exec "$folder/${name}" "$@"`)}
while [ $# -gt 0 ]; do
  case "$1" in
    -n|-np|--np|-c)
      if [ "$2" != 1 ]; then
        echo "error[one-process]: ${name} $1 $2: no MPI is installed on this machine, and cufort's own is for one process" >&2
        echo "  = help: install Open MPI or MPICH; or ${name} $1 1" >&2
        exit 1
      fi
      shift 2 ;;
    --map-by|--bind-to|-x|--mca|-mca)
      case "$1" in --mca|-mca) shift ;; esac
      shift 2 ;;
    -*) shift ;;
    *) exec "$@" ;;
  esac
done
echo "${name}: no program is named" >&2
exit 1
`;
}

/** Does something with the command of that name behind this folder on PATH, if there is one: \`$folder\` holds it. */
function behind(name: string, act: string): string {
  return `own=$(dirname "$(readlink -f "$0")")
IFS=:
for folder in $PATH; do
  [ "$(readlink -f "$folder")" = "$own" ] && continue
  [ -x "$folder/${name}" ] && { ${act}; }
done
unset IFS`;
}
