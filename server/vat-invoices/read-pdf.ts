import type { PdfParts } from '../documents/text/text.ts'
import { statedIn } from './read-xml.ts'
import type { Stated } from './stated.ts'
import { treeOf } from './xml-tree.ts'

/** The attached XML of a PDF states the invoice; otherwise its text does, completed by its properties and the line of its QR code. */
export async function statedInPdf(parts: PdfParts): Promise<Stated | undefined> {
  for (const xml of parts.xml) {
    const stated = statedIn(await treeOf(xml))
    if (stated) return stated
  }
  const written = statedInText(parts.lines)
  const { properties: known } = parts
  const number = written.number ?? known.InvoiceNumber ?? null
  if (number === null) return undefined
  return {
    ...written,
    number,
    date: written.date ?? known.IssueTime ?? null,
    seller: { name: written.seller.name, tax_no: written.seller.tax_no ?? known.SellerIdNum ?? null },
    buyer: { name: written.buyer.name, tax_no: written.buyer.tax_no ?? known.BuyerIdNum ?? null },
    amount: written.amount ?? known.TotalAmWithoutTax ?? null,
    tax: written.tax ?? known.TotalTaxAm ?? null,
    total: written.total ?? known['TotalTax-includedAmount'] ?? null,
  }
}

/** The text of an invoice as printed: the buyer is left of the seller, or above. */
export function statedInText(printed: readonly string[]): Stated {
  // Two spaces part the columns; a longer blank would be tried in every division among the parts of a pattern.
  const lines = printed.flatMap(
    (line) =>
      line
        .normalize('NFKC')
        .replace(/\s{2,}/g, '  ')
        .trim() || [],
  )
  const text = lines.join('\n')
  const one = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null
  const [buyer, seller] = [...text.matchAll(/名\s*称\s*:\s*(\S+)/g)].map(([, name]) => name ?? null)
  const [buyerNo, sellerNo] = [...text.matchAll(/纳税人识别号\s*:\s*([0-9A-Z]{15,20})/g)].map(([, number]) => number ?? null)
  const [, , code, number, day] = /(?<!\d)(01,\d{2}),(\d{0,12}),(\d{8}|\d{20}),-?[\d.]+,(\d{8})(?=,)/.exec(text) ?? []
  const sums = /合\s*计\s+[¥￥]?\s*(-?[\d,]+\.\d\d)\s+[¥￥]?\s*(-?[\d,]+\.\d\d|\*+)/.exec(text)
  return {
    number: one(/发\s*票\s*号\s*码\s*:?\s*(\d{20}|\d{8})(?!\d)/) ?? number ?? null,
    code: one(/发\s*票\s*代\s*码\s*:?\s*(\d{12}|\d{10})(?!\d)/) ?? (code || null),
    date: one(/开\s*票\s*日\s*期\s*:?\s*(\d{4}\s*[年./-]\s*\d{1,2}\s*[月./-]\s*\d{1,2})/) ?? day ?? null,
    buyer: { name: buyer ?? null, tax_no: buyerNo ?? null },
    seller: { name: seller ?? null, tax_no: sellerNo ?? null },
    amount: sums?.[1] ?? null,
    tax: sums?.[2] ?? null,
    total: one(/小\s*写\s*\)?\s*[¥￥]?\s*(-?[\d,]+\.\d\d)/),
    lines: lines.flatMap(itemIn),
    remark: /备\s*注\s*:?\s*([^\n]{1,500})/.exec(text)?.[1] ?? null,
  }
}

/** A row of the table begins with the class of the service between asterisks, and ends with amount, rate and tax. */
function itemIn(line: string) {
  const found = /^\s*(\*[^*]{1,60}\*\S.*?)\s+(-?[\d,]+\.\d\d)\s+(\d{1,2}(?:\.\d+)?%|免税|不征税|\*+)\s+(-?[\d,]+\.\d\d|\*+)\s*$/.exec(line)
  if (!found) return []
  const [, before = '', amount = '', rate = '', tax = ''] = found
  return [{ name: before.split(/ {2,}/)[0] ?? before, amount, rate, tax }]
}
