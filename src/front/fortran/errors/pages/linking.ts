/** Pages on messages about files, linking, and what is missing. */
import type { Pages } from './page.ts';

export const linkingPages: Pages = {
  'not-supported': {
    says: 'Something that Fortran or CUDA Fortran has and this compiler has not yet. docs/features.md says what works.',
    wrong: '(the message names it)',
    right: 'print *, 1',
    shown: 'text',
  },
  'not-supported-yet': {
    says: 'Something that the compiler understands and cannot yet make code for. docs/features.md says what works.',
    wrong: '(the message names it)',
    right: 'print *, 1',
    shown: 'text',
  },
  'interface-mismatch': {
    says: 'An interface block does not agree with the procedure that it describes: the number of arguments, their types, kinds, or `value`.',
    wrong: `program p
  interface
    subroutine s(n) bind(c)
      integer, value :: n
    end subroutine
  end interface
  call s(3)
end program
subroutine s(x) bind(c)
  real, value :: x
end subroutine`,
    right: `program p
  interface
    subroutine s(n) bind(c)
      integer, value :: n
    end subroutine
  end interface
  call s(3)
end program
subroutine s(n) bind(c)
  integer, value :: n
end subroutine`,
  },
  'multiple-definition': {
    says: 'Two sources or objects define the same procedure or data.',
    wrong: 'cufort build a.o b.o        # both define `solve`',
    right: 'print *, 1',
    shown: 'text',
  },
  'machine-code': {
    says: "An object of the system's compiler is linked whose source cufort could not take: its code runs as it is, but it cannot call back into this program, and the sanitizer and the profiler do not look into it.",
    wrong:
      'gcc -c side.c && nvcc main.o side.o    # under `cufort with`, where the message says what stands in the way',
    right: 'print *, 1',
    shown: 'text',
  },
  'undefined-symbol': {
    says: 'A procedure is called that no source, object or library defines.',
    wrong: `external :: solve
call solve()`,
    right: `call solve()
contains
  subroutine solve()
  end subroutine`,
  },
  'unreadable-file': {
    says: 'A file that the command names cannot be read.',
    wrong: 'cufort run nofile.cuf',
    right: 'print *, 1',
    shown: 'text',
  },
  'not-fortran': {
    says: `The name of a source ends as Fortran's do.`,
    wrong: 'cufort run notes.txt',
    right: 'print *, 1',
    shown: 'text',
  },
  'no-input': {
    says: 'The command names no file.',
    wrong: 'cufort run',
    right: 'print *, 1',
    shown: 'text',
  },
  'no-main-program': {
    says: 'One of the files has the main program.',
    wrong: `module m
end module`,
    right: `program p
end program`,
  },
  'bad-archive': {
    says: "An archive holds this compiler's own objects, of the same version.",
    wrong: 'cufort build main.cuf libold.a',
    right: 'print *, 1',
    shown: 'text',
  },
  'bad-module-file': {
    says: 'A file with the name of a module that is used is there, but it is not what this version of cufort writes: another compiler or another version wrote it, or it was changed or cut since. Module files hold the number of their form and a checksum. Each compiler needs its own: keep them in folders of their own (-module FOLDER).',
    shown: 'text',
    wrong: 'cufort build -c main.cuf        # where solver.mod is of gfortran',
    right: 'print *, 1',
  },
  'mpi-handles': {
    says: "Communicators, datatypes and the like are numbers in Fortran. Programs of cufort have numbers that run on any library of MPI; C code of MPICH knows MPICH's alone. Sources that are compiled in the command that links MPICH have those at once, others with -Mmpi=mpich.",
    shown: 'text',
    wrong: 'cufort build -c main.f90\ncufort build main.o solver_c.o -lmpich',
    right: 'print *, 1',
  },
  'not-an-object': {
    says: '-r joins objects, and static libraries as a whole, into one object, as `ld -r` does: sources are compiled first.',
    shown: 'text',
    wrong: 'cufort build -r -o all.o a.cuf',
    right: 'print *, 1',
  },
  'bad-object': {
    says: `Objects are this compiler's own, of the same version.`,
    wrong: 'cufort build old.o',
    right: 'print *, 1',
    shown: 'text',
  },
  'unwritable-file': {
    says: 'An output file cannot be written.',
    wrong: 'cufort build -o /no/such/folder/a.out main.cuf',
    right: 'print *, 1',
    shown: 'text',
  },
  'many-outputs': {
    says: '-c makes one object for each source.',
    wrong: 'cufort build -c -o all.o a.cuf b.cuf',
    right: 'print *, 1',
    shown: 'text',
  },
  'same-object-file': {
    says: '-c writes the object of a source to the current folder, so that sources of the same name replace each other there.',
    wrong: 'cufort build -c type/table.f90 build/table.f90',
    right: 'print *, 1',
    shown: 'text',
  },
  'no-device': {
    says: 'The device that --device names is not there, or its driver cannot be used.',
    wrong: 'cufort run --device cuda main.cuf        # without a GPU',
    right: 'print *, 1',
    shown: 'text',
  },
  'unknown-library': {
    says: '-l names a library that the compiler does not have; it is left out.',
    wrong: 'cufort build main.cuf -lfancy',
    right: 'print *, 1',
    shown: 'text',
  },
};
