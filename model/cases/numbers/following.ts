/**
 * By office, the documents that follow a publication or a grant and have a later day: search reports, and patents amended after the grant, such as those of
 * China after a partial invalidation (C, Y and S with 1 to 7) and of Germany after an opposition or a limitation.
 */
const FOLLOWING: Readonly<Record<string, RegExp>> = {
  CN: /^[CSY][1-7]$/,
  DE: /^C5$/,
  EP: /^(?:A4|B[23])$/,
  GB: /^C\d?$/,
  JP: /^A5$/,
  US: /^C\d$/,
  WO: /^A[34]$/,
}

/** By office, the translation of an international application, which is its first publication there. */
const FIRST_TRANSLATION: Readonly<Record<string, RegExp>> = { DE: /^T5$/, JP: /^T[1-7]?$/ }

export const isFirstTranslation = (office: string, code = '') => FIRST_TRANSLATION[office]?.test(code) ?? false

/** Whether the day of a document is neither that of the publication nor that of the grant (WIPO ST.16); everywhere 8 and 9 are corrections, T a translation. */
export const isFollowing = (office: string, code: string) =>
  /^(?:[A-Z][89]|T\d?)$/.test(code) ? !isFirstTranslation(office, code) : (FOLLOWING[office]?.test(code) ?? false)
