/** The setting; also the `entity` of a proposal to switch it off. */
export const LAW_RULE = 'law.two_people'
