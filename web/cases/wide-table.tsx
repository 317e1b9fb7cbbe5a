import type { TableHTMLAttributes } from 'react'

const Reached = (props: TableHTMLAttributes<HTMLTableElement>) => <table tabIndex={0} {...props} />

/** For a table wider than its container without focusable content: the keyboard scrolls the table itself. */
export const WIDE = { table: Reached }
