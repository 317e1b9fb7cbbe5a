/** An address as the product writes it into a header: no line break, no second address. */
export const MAIL_ADDRESS = '^[^\\s@<>,;:"()\\[\\]\\\\]{1,64}@[^\\s@<>,;:"()\\[\\]\\\\]{1,190}$'
export const MAIL_SAYS = ['应为邮箱地址', 'must be an e-mail address'] as const

/** Limit for all addresses of a mail. */
export const MAX_ADDRESSES = 20
export const MAX_FILES = 20
