/** A paragraph, a heading, or a table whose one row is repeated for each row of a list. Fields are written in braces. */
export type WordBlock = string | { heading: string } | { table: readonly string[]; rows: string; cells: readonly string[] }
