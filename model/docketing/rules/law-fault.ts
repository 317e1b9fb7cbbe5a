/** The place of the fault, and the fault. */
export type LawFault = { where: string; zh: string; en: string }

export const isRow = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null && !Array.isArray(row)
