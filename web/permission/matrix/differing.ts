import type { MatrixRow } from '../../../model/auth/roles/role-matrix-actions.ts'

/** The rows in which the roles are not all alike; within a line the order of names makes no difference to the server, which orders them. */
export const differing = (rows: readonly MatrixRow[]): MatrixRow[] =>
  rows.filter(({ cells: [first, ...others] }) => others.some((cell) => JSON.stringify(cell) !== JSON.stringify(first)))
