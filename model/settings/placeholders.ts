// The facts that a text on screen names: `{{count}}`, or `{{count|row|rows}}`. Pure.

const PLACEHOLDER = /\{\{(\w+)(?:\|[^|{}]*\|[^|{}]*)?\}\}/g

/** In alphabetical order, each once. */
export const placeholdersIn = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))].sort()

/** Every brace belongs to a whole placeholder. */
export const isWellFormed = (text: string) => !/\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))

/** The placeholders of a text that the product's own text does not know: they would be shown as they are. */
export const strangeIn = (text: string, product: string): string[] => {
  const known = new Set(placeholdersIn(product))
  return placeholdersIn(text).filter((name) => !known.has(name))
}
