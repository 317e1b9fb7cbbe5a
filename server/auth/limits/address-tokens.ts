/** Addresses are stored in browser histories and proxy logs, so an operator may refuse tokens in them; calendar feeds then fail. */
export const refusesAddressTokens = () => process.env['INNOE_ADDRESS_TOKENS']?.trim() === 'refused'
