/** Which field a column holds. `field` is null for a column that is left out; `barred` where this person may not fill it. */
export type Column = { heading: string; field: string | null; confidence: number; barred?: boolean }
