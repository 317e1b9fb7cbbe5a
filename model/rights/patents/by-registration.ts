const OFFICES: ReadonlySet<string> = new Set(['JP', 'KR'])

/** Whether the office counts annuities from the day of registration. */
export const isByRegistration = (office: string) => OFFICES.has(office)
