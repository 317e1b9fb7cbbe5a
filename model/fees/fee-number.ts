/** Continues the numbers of a case's fees: P202600001CNI/1, P202600001CNI/2. Numbers of another form are skipped. */
export function feeNumbers(case_no: string, there: readonly { fee_no?: unknown }[]): () => string {
  const head = `${case_no}/`
  const taken = there.flatMap(({ fee_no: no }) => (typeof no === 'string' && no.startsWith(head) ? no.slice(head.length) : []))
  let last = Math.max(0, ...taken.filter((rest) => /^\d{1,9}$/.test(rest)).map(Number))
  return () => `${head}${++last}`
}
