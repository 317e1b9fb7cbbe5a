/** Words by which people name the same work, in the lists of agencies and in rules of law. */
const WORK: readonly RegExp[] = [
  /审查意见|答复|office action|\boa\b|response|reply/i,
  /年费|续展|annuit|renewal|maintenance/i,
  /实质审查|实审|request for examination|examination request/i,
  /登记|办登|授权费|issue fee|grant fee|registration fee/i,
  /复审|re-?examination|appeal/i,
  /国家阶段|进入国家|national phase|national stage/i,
  /优先权|priority/i,
  /译文|translation/i,
  /补正|rectif|formal/i,
]

const keyOf = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()

/** Whether the name in a list may mean the deadline with these names: one contains the other, or both name the same work. */
export function isSameWork(theirs: string, ours: readonly (string | null)[]): boolean {
  const key = keyOf(theirs)
  return ours.some((name) => {
    if (!name || key === '') return false
    const own = keyOf(name)
    return own.includes(key) || key.includes(own) || WORK.some((one) => one.test(theirs) && one.test(name))
  })
}
