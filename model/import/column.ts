/** The field of a column. `field` is null for an ignored column; `barred` where this person may not fill it. */
export type Column = { heading: string; field: string | null; confidence: number; barred?: boolean }
