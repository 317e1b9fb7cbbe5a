/** Whether the code of a failed connection says that the certificate of the other side is not trusted: unknown, expired, or of another host. */
export const isOfCertificate = (code: string) => /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(code)
