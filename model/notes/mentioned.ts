type Named = { sid: string; name: string }

/**
 * Of the people chosen after “@”, those whom the text still names; of people of the same name as many as it has mentions of them, the
 * last chosen first. A longer name that was chosen too does not mention whoever has its beginning as a name.
 */
export function mentionedIn<P extends Named>(text: string, chosen: readonly P[]): P[] {
  const people = [...new Map(chosen.toReversed().map((one) => [one.sid, one])).values()]
  const names = [...new Set(people.map(({ name }) => name))].toSorted((one, other) => other.length - one.length)
  const mentioned = new Set<string>()
  let left = text
  for (const name of names) {
    const parts = left.split(`@${name}`)
    for (const { sid } of people.filter((one) => one.name === name).slice(0, parts.length - 1)) mentioned.add(sid)
    left = parts.join(' ')
  }
  return people.filter(({ sid }) => mentioned.has(sid)).toReversed()
}

/** After a change of a note, also those whom its former text names otherwise, such as by their names in another language. */
export function mentionedAfter<P extends Named>(text: string, chosen: readonly P[], former: { text: string; people: readonly P[] }): P[] {
  const named = mentionedIn(former.text, former.people)
  return [...former.people.filter((one) => !named.includes(one)), ...mentionedIn(text, chosen)]
}
