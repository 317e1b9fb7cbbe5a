// The facts that a text on screen names: `{{count}}`, or `{{count|row|rows}}`. Pure.

const PLACEHOLDER = /\{\{(\w+)(?:\|[^|{}]*\|[^|{}]*)?\}\}/g
/** A message of the server names its facts in single braces: `{field}`. */
const FACT = /\{(\w+)\}/g
const isMessage = (key: string) => key.startsWith('refusal:')

/** In alphabetical order, each once. */
export const placeholdersIn = (text: string, key = ''): string[] =>
  [...new Set([...text.matchAll(isMessage(key) ? FACT : PLACEHOLDER)].map(([, name]) => name ?? ''))].sort()

/** The placeholder as it occurs in the text of this key. */
export const placeholder = (name: string, key: string) => (isMessage(key) ? `{${name}}` : `{{${name}}}`)

/** Every brace belongs to a whole placeholder. */
export const isWellFormed = (text: string) => !/\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))

/** The placeholders of a text that the product's own text does not know: they would be shown as they are. */
export const strangeIn = (text: string, product: string, key = ''): string[] => {
  const known = new Set(placeholdersIn(product, key))
  return placeholdersIn(text, key).filter((name) => !known.has(name))
}
