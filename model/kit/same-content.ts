/** Whether two values of JSON are the same, whatever the order of their keys; an absent key is the same as undefined. */
export const sameContent = (one: unknown, other: unknown): boolean => JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
