import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

type Measure = { stream: Transform; size(): number; hash(): string }

/** Counts and digests what flows through. */
export function measured(): Measure {
  const digest = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      digest.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, size: () => size, hash: () => digest.digest('hex') }
}
