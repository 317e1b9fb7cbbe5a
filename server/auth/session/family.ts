/** A family is named by the moment of its sign-in; one that is not named so began no earlier than its token says. */
export const bornAt = (family: string) => (family[14] === '7' ? Number.parseInt(family.replace('-', '').slice(0, 12), 16) : Date.now())
