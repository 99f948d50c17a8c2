/** Pages on messages about input and output. */
import type { Pages } from './page.ts';

export const inputOutputPages: Pages = {
  'ignored-specifier': {
    says: 'Some specifiers of older compilers speak of properties that files do not have here; they change nothing.',
    wrong: `open (10, file='a', carriagecontrol='list')`,
    right: `open (10, file='a')`,
  },
  'specifier-twice': {
    says: 'A specifier stands in the parentheses of an input or output statement once.',
    wrong: `open (10, file='a', file='b')`,
    right: `open (10, file='a')`,
  },
  'specifier-value': {
    says: 'The specifier knows certain words only; with any other the statement fails when it is executed.',
    wrong: `open (10, file='a', status='present')`,
    right: `open (10, file='a', status='old')`,
  },
  'missing-unit': {
    says: 'The statement must say which unit it is about: by its number, by newunit=, or for inquire by the name of the file.',
    wrong: `open (file='a')`,
    right: `integer :: u
open (newunit=u, file='a')`,
  },
  'specifier-conflict': {
    says: 'Some specifiers exclude others: a record of a direct file has no place to advance from, an internal file has no records by number, what is written meets no end of file.',
    wrong: `write (10, *, rec=1) 3`,
    right: `write (10, '(i3)', rec=1) 3`,
  },
  'bad-format': {
    says: 'A format that is known when the program is compiled is checked there: parentheses, edit descriptors and their numbers. Where it is a constant the program may run all the same, and ends if it comes to the statement, as with nvfortran.',
    wrong: `write (*, 10) 3
10 format (i3, q)`,
    right: `write (*, 10) 3, 'x'
10 format (i3, a)`,
  },
  'namelist-object': {
    says: 'What stands in a namelist is read and written by its name, with all that it holds. Arrays whose size is not known, and objects with pointers or private parts in them, cannot be.',
    wrong: `type list
  real, pointer :: values(:)
end type
type(list) :: l
namelist /all/ l
read (*, nml=all)`,
    right: `type list
  real :: values(10)
end type
type(list) :: l
namelist /all/ l
read (*, nml=all)`,
  },
};
