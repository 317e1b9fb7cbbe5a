const PLAIN: Readonly<Record<string, string>> = { person: 'people' }
/** What follows the noun: `Change of owner`, `Notice received`. */
const AFTER = /^(.+?)( (?:to|of|by|with|received|concerned)\b.*)$/

/** The English name of a kind of record for several of them; a name that is one already stays. */
export function pluralOf(name: string): string {
  if (name.includes(' or ')) return name.split(' or ').map(pluralOf).join(' or ')
  const [, before = name, after = ''] = AFTER.exec(name) ?? []
  return before.replace(/\S+$/, pluralWord) + after
}

function pluralWord(word: string): string {
  const plain = PLAIN[word.toLowerCase()]
  if (plain) return /^[A-Z]/.test(word) ? plain.replace(/^./, (first) => first.toUpperCase()) : plain
  if (/[^s]s$/.test(word)) return word
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
