/** Compares spellings of a name: width, case and blanks do not count. */
export const nameKey = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
