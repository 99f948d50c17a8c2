/** Pages on messages about images and coarrays. */
import type { Pages } from './page.ts';

export const imagesPages: Pages = {
  'coarray-not-saved': {
    says: 'All images have a coarray at the same time: one that is local to a procedure has to live longer than a call.',
    wrong: `subroutine s
  integer :: x[*]
  x = 1
end subroutine`,
    right: `subroutine s
  integer, save :: x[*]
  x = 1
end subroutine`,
  },
  codimensions: {
    says: 'The last codimension of a coarray is `*`, since the number of images is known only when the program runs; an allocatable coarray gets its codimensions from allocate. A reference has one cosubscript for each.',
    wrong: 'integer :: x[2]',
    right: 'integer :: x[*]',
  },
  'not-a-coarray': {
    says: 'Square brackets behind a name ask another image for its value: only coarrays can be asked for.',
    wrong: `integer :: x
x[1] = 3`,
    right: `integer :: x[*]
x[1] = 3`,
  },
  'image-argument': {
    says: 'Statements about images name events, locks, teams and images by variables of the types that iso_fortran_env has for them, and integers.',
    wrong: `integer :: x[*]
event post (x)`,
    right: `use iso_fortran_env, only: event_type
type(event_type) :: x[*]
event post (x)`,
  },
};
