/** A table that names of programs may be looked up in: it knows no `toString` or `constructor` that are not among its rows. */
export function byName<Rows extends object>(rows: Rows): Rows {
  return Object.assign(Object.create(null) as object, rows) as Rows;
}
