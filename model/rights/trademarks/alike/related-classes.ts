/**
 * Classes in which goods or services are often found similar to those of the class. Where to look besides the class itself: similarity is
 * judged by goods and similar groups, and this list is no rule of any office. CHECK with the edition of the classification in force.
 */
const RELATED: readonly (readonly string[])[] = [
  ['3', '5', '44'],
  ['5', '10', '29', '30', '32'],
  ['7', '8', '11', '12'],
  ['9', '35', '38', '41', '42'],
  ['14', '18', '25', '26'],
  ['16', '41'],
  ['18', '25', '35'],
  ['20', '24', '27'],
  ['22', '23', '24', '25'],
  ['29', '30', '31', '32'],
  ['30', '43'],
  ['32', '33'],
  ['36', '37', '42'],
]

/** The given classes with those related to them. */
export const withRelated = (classes: readonly string[]): string[] => [
  ...new Set([...classes, ...RELATED.filter((group) => group.some((one) => classes.includes(one))).flat()]),
]
