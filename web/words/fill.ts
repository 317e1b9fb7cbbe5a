// Our languages part the thousands of a count by commas; other numbers, such as years, stay as they are.
const COUNTS = new Set(['count', 'total'])

/** `{{name}}` in a sentence is filled from the facts given with it; `{{count|row|rows}}` is the word for one or for more. */
export const fill = (sentence: string, facts: Readonly<Record<string, string | number>> = {}, tag = 'en') =>
  sentence.replace(/\{\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}\}/g, (whole, name: string, one?: string, more?: string) => {
    const fact = facts[name]
    if (one !== undefined && more !== undefined) return String(fact) === '1' ? one : more
    return typeof fact === 'number' && COUNTS.has(name) ? fact.toLocaleString(tag) : String(fact ?? whole)
  })
