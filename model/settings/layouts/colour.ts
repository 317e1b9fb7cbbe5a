/** The form of a colour field. */
export const COLOUR = {
  upper: true,
  pattern: '^#[0-9A-F]{6}$',
  pattern_says: ['应如 #1A7F37', 'must be a colour such as #1A7F37'],
} as const
