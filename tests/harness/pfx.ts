import forge from 'node-forge'

/** Made with OpenSSL, password Test1: a key on a curve, which the library does not read; and one that asks for nine million rounds. */
export const CURVE_PFX =
  'MIIEXAIBAzCCBBIGCSqGSIb3DQEHAaCCBAMEggP/MIID+zCCArIGCSqGSIb3DQEHBqCCAqMwggKfAgEAMIICmAYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiE/iCATUAJbAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEG0EoJ6X5D0KyofYXBy74o2AggIw/b1yUGJAYew06RGqopgT9GgAC+0GFmYatv2TOphj3A13bWWrsURwfuXSJisntRbVr31rtDyQCr2IKQ+7r0zW/Hoy38Qsiexfe8JV+ezoNNX0oEBY9pnTjSfASF8iX/Wrw7L3BMXVbsBZOmsGt0Ja2XLvVVXt5fUctvNfMP5iNkfvk3HsBni/6MXHJuZirZnG/yLipIyvnpfYfv1e6h3t+Mjw3RJUgoZj7Q+hmKdBxPF4x0sTDtwRsH9ljfC/MZH9YTtG20cIi6h+wr+zehw286oqnESKVx8Wchq95QYK9zKORcZUagCSLR1Qc7TeAyFKnzG35RBdn73PAWTM4NIXOoGwuEhfCl5CKf1sQ7kdzcQzO0DRuy0J8xhiLD1zMZXy+jVWCifIqmZ0bSRCyspVeL59WRWQd1lI7oeO/XLXx51Jhn/2vIj/jyXHtR3+AZ0D1PjpnjqwLKF2rffh9AaLNeX+dyvjpz9SlH82w9qVNSf+ezlbg6L6J1nBztt0cAxbOjss1z34XumGXDOOY7KxJ4lvoZqVC6qDxZVf9rRspCczlYDKPPvEiM1ABRKiNyck7e/pfiMnyISMyrgPgrlxFIaVai5jfIW04+bGXZS45ZwabG0YCFAo84MlIqsinPOYQ4+kCfHV0wzI3zm3gr53knmVjWSz6tJ6MzlfXngCiOSUTQMz42/C8CTN2sXckGeQj8rC7b24WtNBcnvhhJoFHcjAA1pPYSmhKHkqoK1VK4YwggFBBgkqhkiG9w0BBwGgggEyBIIBLjCCASowggEmBgsqhkiG9w0BDAoBAqCB7zCB7DBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQI33P5R0f82dgCAggAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBCFzdQ/4sdTqDSQkuxxf5n5BIGQRbTbyTjrWzvcU8y+xIDvzAGThk2ftZgn13vfophLgUK49HkcjWFrN2kYQCGTzSMbdSv9yoTITWZIPHBXSozBIxOQSrVwUCkRHbfvNLPW4lcvkGk5yNmm28RUzjdY2N1ZWxX1kSmEHXGH+kVEJbtwvSB0Ou/mwWdb6v9iAjtXKkw4Nxk0z6yitVyc5o308nPqMSUwIwYJKoZIhvcNAQkVMRYEFI5VakPVQk6EwSi4d3aUhOXI9TJuMEEwMTANBglghkgBZQMEAgEFAAQgeVqtSRFYFJ9SdJ5y/d7Mlvqb6MaxKrC1quQNfdMVePkECCfL8z0gitRgAgIIAA=='
export const SLOW_PFX =
  'MIIKVQIBAzCCCgkGCSqGSIb3DQEHAaCCCfoEggn2MIIJ8jCCBGQGCSqGSIb3DQEHBqCCBFUwggRRAgEAMIIESgYJKoZIhvcNAQcBMFkGCSqGSIb3DQEFDTBMMCsGCSqGSIb3DQEFDDAeBAhPe5FQy0rPtQIEAIlUQDAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQHw8I/4TOdzthrRxfNpohoYCCA+DiZLrXxLlWLqkE1/2iM/qcCHUwYF2boPdHfKP2KRtahMcmHYZTP4bRBhvaNQucbcswfbLYHKBIngOLI5nwCoAnAljjzlMDftvjwJHLxqqkvFCnEyLVmHS7XOrQMGsChIOiUrzxT6q9YVo37PJcxE3X0d2py9JyWieWGJbWEdlvjdHSzQM/TLDGOHjStU4xdVkCmsreuQkSezdxiDTl27ByQoUB7bP6ql1DEtgaeu33S7x1oTGULnGXQA4qF6Y++Cw7UUXOUTrAObRX00D8ZX1xtq8NPyMvcR0gLYAS601X26ZB5htGzV4NkSyvoFQK/BhYGSN5kf4BLOMoxiIjMVr/22adsjd+I/rPpY+5uVRf5BYDOmFXZNC+llBceaJYHJUCH6NxKtNhxZ5h0EjpsA4rvReBvb+js8gvgdebWUXzBYFqQuTE5ewn8ri4XGrb2sNJqt1waepTz8OiarDk9HYw0W9nU4ulFnA0Ht28pDH8Ca1xjl8ODqRHyyaf5JbPhaqbHtqjdQZSVJYbOrOun4CZNc6smgYBXOmnE2qyRco5bYtdsljk780ix+phMLQ+vZ7Xb5nkns/ySS9v4XV4eXLOV4eB/ucCfltgbcLtMaTRR6BhSDcL51FOXoWBTRNURswzgipHJhhf7CHfpV7ZQi2OfEahbXQbUn3rr4MmuyoW6bklpdgohxyMn92PXwx4MBGXmb9T5eNbnqw7Id56YTWUJNvmERQ8yAI++gDVkCtv48dL/wRvOP8UsVKhc0pcAw+XSYT53fpHwcHUWcZECIfKo+CaP+480UVdPWpqTL6OqbLPw1rt5Jz5hhcgXcS/BL7K2tQol1IzMBLUbq+EMHda+wARkOJI1wjTU61HFZGJmAEo17yDoILjQxwxzyMOUmDSW3H9zC/+GITa8Rj8bB2sN8KAgTAR2F3jpikOJ/iUUz5fS6dAHqimfcgLz+RTDfsJIdl4rx9gY5loLEIpfdMevM9Jlx6gOhMdfBsML9gRYU51nMDoxRUCnjE9UKiPCravjGDBlAUj6bY0g8ETYx0903XBF4wMiG57R5tYEG3GHLblo6CW4qhHF15cJ6CYlUgwj4NVDb54//SSy3u5cngO5ybrWkkayM3fF6HxAYQMf9ZS0mfTKoc/WvPcERsHhz5DyrEna/u8fUXq2HiFW7V6rrvFi0n7KJIziJwUayxDH7paAjagGxllbcbJzIDFEoNFdjp5dY4vlyI58qgT2CP7/83v+aKGXNvDLqhicjA5U7Bt0enUdlYzpC9weq4W8gHARERexE9fWgxN0h1UsJ4Si/Sig/Pr5xhy5uO7LhSDqjCCBYYGCSqGSIb3DQEHAaCCBXcEggVzMIIFbzCCBWsGCyqGSIb3DQEMCgECoIIFMzCCBS8wWQYJKoZIhvcNAQUNMEwwKwYJKoZIhvcNAQUMMB4ECPwQOVM5t7GyAgQAiVRAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBBwO4oGxS8dcMTu95NkaefzBIIE0OchJRqnjKPtfEeKNxFegs16gmZEzKY42Lpm5u4CYNlvvrpY26Qw0E+VZSUqBVB1Y2EAQRL5dbptHylJXyMkHCwtuBeYIamecUMLUOeLvWUBJfhj5LLLmlY1xSycYE/3oDka3FjSRw98jtNN3aC2vZc3UcbCkCt021HFg1gGwleq+04pO/IvLizH+bftqZ0wF8JaVJdgtfLEo7EDziACVCewzpoqJCOASWOxJXBbjvNkgf4FZTftW/JCVksd3euUIMJ6X4kPNQiog6piX63h1PO6MgWEYgebC1MI0kFaorC0ltJ0vsfl4ufmaRSRVl20d/zjQj6LIx0vgjwt1sCFGx0JCWaCyuxV0RAYNOPO4QhqvKIfqdh/Aswetexdj4H7CMVXzfXtW1GHxQYTTufNHLv/Aj6GTomWVk1FweyTw54lbIndiqr2pIGoh/+ehWH6AdW6+JKamgzsPJEGdEdtOCRr+Qds9g0Qi5XkURLFLqlYJNgAqgc0QfjHxBrOezW62Qpf0QABxSqaiDmXFzFgCqtEB1dEafI2T54npAryK5egJgov6JXTt8HMrqaLtMewJzjQ4UfXQlpNCEZBLSQO0cMaIrIofiUR0cyhpscyjp/oCmdS8lbjKM9zSWqz+mXkFZwPcaY7n8u/EfaFMUTbGSgRcGRyv3EdOWEknELeZnARFQLLpEvfw2YNUTUD7guTdGXn+rx6NNyHvNv2W9E4cjGZ9i3lpwxaq1lqsSkqsRjn0ns6RqrAyHxMpJixIEBoEH0SMFBi1e5yJlsQ7P2fWE3Wt5ss2Rz5x1v374MNCMSHYmFTx3t+YpWryKhruzgt9PJIJXt3+ecRxEQo4OZ5EkeA/2X+WoRZlv742l7qjrDH5uRLRV6RkYWxwIX2uc1BsS5LWesQc1M7RH8zrXJZhud3euhv3dAEJMs6yBrmQgQkY1Rb2y0Pznfnt8f/W7oM2Fw9ov2JX8A8whnbiIbSN7x4iRN3NMrmr+7OqnZE0yWpQOskz1CxTCv80ObU3jVJc2ls61IqrxmZ3gXuRFBlQdSZaVUy8iCobof6vAMxNTZ6ZBkczAJoNfQ61HxdCj8HQmEVv6VhTm2lXgB/MIfNlphtMTaSF/Zpip+oJxfvnM28jtAk2hX0SH4yCzayWykIFEnXXORADKBrDjC8VjrwKuKGby0HpQCE5bwICr+aKTzxXpJ3+dyZtcltPnqYS4W4DBllmhBgpMeXQHZ/CLQ7t9UfgqKWKKSiSQpLZpMwu1OhsOyIbqwHLSo0oJzArwMJXq/wsiWonnClqOcxmxL1VjNUbK2b1/jioeqiu0XieazwFkCtjAJNmabtXLlEcpzTIaLnifGcC5xAiz37n0GBNI2hsK8JmLd6zJ7vN9CPusyJwcpl7Bc1iPwExjVQg752pZwdtUBZscXuoBl+cog3t9PEhbdYVChEEK1srkNTyAlU2WYJ9ksMYDiAURTKr6FE9Fv1P2YGgAN2hEVdOuarMh1GBpv5SZYkri1ZMvLIuwnjH8i/Qrlu/CMBX/g4mlwTdefVKHZWlNYxsOLcMrBRC4HrKcbAqXcVv3Nqh//UjRwrzJShWwg6e6pFKMqlrAc+j7xZIhuHEk1Rlj2ga990T+seE6SfHX743zX1XDcXWV9ZMSUwIwYJKoZIhvcNAQkVMRYEFFY9E7L/J5H9Pe4jS7+ii18dP+tlMEMwMTANBglghkgBZQMEAgEFAAQgOW0a2bzZdoD4KSfE7TNm2JlcL98AUEeE55p2o3SCiAsECA8IxNe9zTzUAgQAiVRA'

type Wanted = { days?: number; password?: string; withKey?: boolean }

/** A self-signed certificate that ends in so many days, as a .pfx file in base64. */
export function newPfx({ days = 400, password = 'Test1', withKey = true }: Wanted = {}): string {
  const keys = forge.pki.rsa.generateKeyPair({ bits: 2048 })
  const made = forge.pki.createCertificate()
  made.publicKey = keys.publicKey
  made.serialNumber = '01ab'
  made.validity.notBefore = new Date(Date.now() - 400 * 86_400_000)
  made.validity.notAfter = new Date(Date.now() + days * 86_400_000)
  const name = [
    { name: 'organizationName', value: 'Fictional Harbour Ltd' },
    { name: 'commonName', value: 'Fictional Agent' },
  ]
  made.setSubject(name)
  made.setIssuer(name)
  made.sign(keys.privateKey, forge.md.sha256.create())
  const asn1 = forge.pkcs12.toPkcs12Asn1(withKey ? keys.privateKey : null, [made], password, { algorithm: '3des' })
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary').toString('base64')
}

/** A self-signed certificate for this machine, with its key, in PEM. */
export function localCertificate({ bits = 2048 } = {}): { certificate: string; key: string } {
  const keys = forge.pki.rsa.generateKeyPair({ bits })
  const made = forge.pki.createCertificate()
  made.publicKey = keys.publicKey
  made.serialNumber = '02cd'
  made.validity.notBefore = new Date(Date.now() - 86_400_000)
  made.validity.notAfter = new Date(Date.now() + 86_400_000)
  const name = [{ name: 'commonName', value: 'localhost' }]
  made.setSubject(name)
  made.setIssuer(name)
  made.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ])
  made.sign(keys.privateKey, forge.md.sha256.create())
  return { certificate: forge.pki.certificateToPem(made), key: forge.pki.privateKeyToPem(keys.privateKey) }
}
