/** The setting; also the `entity` of a proposal to switch it off. */
export const RULE = 'permission.two_people'
