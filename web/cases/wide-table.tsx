import type { TableHTMLAttributes } from 'react'

const Reached = (props: TableHTMLAttributes<HTMLTableElement>) => <table tabIndex={0} {...props} />

/** For a table that may be wider than its place and holds nothing to reach: the keyboard moves along the table itself. */
export const WIDE = { table: Reached }
