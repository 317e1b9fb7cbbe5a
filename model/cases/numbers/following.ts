/** By office, the documents that follow a publication or a grant and have a later day: search reports, and patents amended after the grant. */
const FOLLOWING: Readonly<Record<string, RegExp>> = { EP: /^(?:A4|B[23])$/, WO: /^A[34]$/, JP: /^A5$/, GB: /^C\d?$/, US: /^C\d$/ }

/** Whether the day of a document is neither that of the publication nor that of the grant (WIPO ST.16); everywhere 8 and 9 are corrections. */
export const isFollowing = (office: string, code: string) => /^[A-Z][89]$/.test(code) || (FOLLOWING[office]?.test(code) ?? false)
