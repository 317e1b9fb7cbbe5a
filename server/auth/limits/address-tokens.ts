/** An address stands in histories and in the logs of proxies, so an operator may refuse tokens there: calendars are then read by nobody. */
export const refusesAddressTokens = () => process.env['INNOE_ADDRESS_TOKENS']?.trim() === 'refused'
