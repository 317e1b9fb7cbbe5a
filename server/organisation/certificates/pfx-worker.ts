import { X509Certificate } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import forge from 'node-forge'

export type Held = { subject: string; issuer: string; serial_no: string; valid_from: string; valid_to: string }
/** `NO_FILE`: it is no .pfx file; `NO_KEY`: it has no private key. */
export type ReadPfx = Held | 'NO_FILE' | 'WRONG_PASSWORD' | 'NO_KEY'

const { file, password } = workerData as { file: string; password: string } // as pfx.ts gives them
parentPort?.postMessage(read())

function read(): ReadPfx {
  const asn1 = parsed()
  if (!asn1) return 'NO_FILE'
  let bags: forge.pkcs12.Bag[]
  try {
    bags = forge.pkcs12.pkcs12FromAsn1(asn1, false, password).safeContents.flatMap(({ safeBags }) => safeBags)
  } catch (error) {
    return error instanceof Error && /password|decrypt/i.test(error.message) ? 'WRONG_PASSWORD' : 'NO_FILE'
  }
  const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids
  const key = bags.find(({ type }) => type === keyBag || type === pkcs8ShroudedKeyBag)
  const certificates = bags.filter(({ type }) => type === certBag)
  const own = certificates.find((one) => key && idOf(one) !== undefined && idOf(one) === idOf(key)) ?? certificates[0]
  if (!own) return 'NO_FILE'
  return key ? factsOf(own) : 'NO_KEY'
}

function parsed() {
  try {
    return forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(file, 'base64').toString('binary')))
  } catch {
    return undefined
  }
}

/** A key and its certificate name the same id. */
function idOf({ attributes }: forge.pkcs12.Bag): string | undefined {
  const { localKeyId } = (attributes ?? {}) as { localKeyId?: string[] }
  return localKeyId?.[0]
}

/** Certificates with other keys than RSA are left as they are by the library; all are read by Node. */
function factsOf({ cert, asn1 }: forge.pkcs12.Bag): Held {
  const der = forge.asn1.toDer(cert ? forge.pki.certificateToAsn1(cert) : asn1).getBytes()
  const held = new X509Certificate(Buffer.from(der, 'binary'))
  const line = (name: string) => name.split('\n').toReversed().join(', ').slice(0, 1000)
  return {
    subject: line(held.subject),
    issuer: line(held.issuer),
    serial_no: held.serialNumber.slice(0, 64),
    valid_from: held.validFromDate.toISOString(),
    valid_to: held.validToDate.toISOString(),
  }
}
