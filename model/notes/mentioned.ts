/** Of the people chosen after “@”, those whom the text still names. A longer name does not mention whoever has its beginning as a name. */
export function mentionedIn<P extends { name: string }>(text: string, chosen: readonly P[]): P[] {
  const names = [...new Set(chosen.map(({ name }) => name))].toSorted((one, other) => other.length - one.length)
  const named = new Set<string>()
  let left = text
  for (const name of names) {
    if (left.includes(`@${name}`)) named.add(name)
    left = left.replaceAll(`@${name}`, ' ')
  }
  return chosen.filter(({ name }) => named.has(name))
}
