import type yauzl from 'yauzl'
import type { Preview } from '../../../model/documents/preview.ts'
import { openZip } from '../../import/workbook/book.ts'

// The browser unpacks the document: one too large for its memory is not sent.
const MAX_ENTRIES = 5000
const LARGEST = 200 << 20
const SUSPECT = 20 << 20
const MAX_RATIO = 100

/** Why a document of a word processor is not shown, if so. */
export async function wordFault(path: string): Promise<Preview | undefined> {
  let [packed, unpacked, isLarge, isLocked] = [0, 0, false, false]
  const weigh = (entry: yauzl.Entry, count: number) => {
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    isLarge ||= count > MAX_ENTRIES || unpacked > LARGEST || (unpacked > SUSPECT && unpacked > packed * MAX_RATIO)
    isLocked ||= entry.isEncrypted()
  }
  try {
    const zip = await openZip(path, weigh)
    const isWhole = zip.entries.has('[content_types].xml')
    zip.close()
    if (isLocked) return { kind: 'none', why: 'locked' }
    if (isLarge) return { kind: 'none', why: 'large' }
    return isWhole ? undefined : { kind: 'none', why: 'damaged' }
  } catch {
    return { kind: 'none', why: 'damaged' }
  }
}
