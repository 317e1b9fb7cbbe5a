import type { FastifyInstance } from 'fastify'
import { sendFile } from './exchange.ts'
import { pdfOf, sheet, zipOf } from './papers.ts'

/** A made-up VAT invoice; `number` has 20 digits, or 8 with a `code`. */
export type MadeInvoice = {
  number: string
  code?: string
  date?: string
  seller?: readonly [name: string, tax_no: string]
  buyer?: readonly [name: string, tax_no: string]
  lines: readonly (readonly [name: string, amount: string, tax: string])[]
  total: readonly [amount: string, tax: string, total: string]
  remark?: string
}

const SELLER = ['虚构甲代理机构', '91110000FICT000001'] as const
const BUYER = ['虚构科技有限公司', '91110000FICT000002'] as const

/** In the schema of fully digital invoices. */
export const digitalXml = ({ number, date = '2026-03-02', seller = SELLER, buyer = BUYER, lines, total, remark = '' }: MadeInvoice) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EInvoice><Header><EIid>${number}</EIid><EInvoiceTag>SWEI3200</EInvoiceTag><Version>0.2</Version><InherentLabel><GeneralOrSpecialVAT><LabelCode>01</LabelCode><LabelName>增值税专用发票</LabelName></GeneralOrSpecialVAT></InherentLabel></Header>
<EInvoiceData><SellerInformation><SellerIdNum>${seller[1]}</SellerIdNum><SellerName>${seller[0]}</SellerName></SellerInformation>
<BuyerInformation><BuyerIdNum>${buyer[1]}</BuyerIdNum><BuyerName>${buyer[0]}</BuyerName></BuyerInformation>
<BasicInformation><TotalAmWithoutTax>${total[0]}</TotalAmWithoutTax><TotalTaxAm>${total[1]}</TotalTaxAm><TotalTax-includedAmount>${total[2]}</TotalTax-includedAmount><Drawer>虚构</Drawer><RequestTime>${date} 10:00:00</RequestTime></BasicInformation>
${lines.map(([name, amount, tax]) => `<IssuItemInformation><ItemName>${name}</ItemName><Quantity>1</Quantity><UnPrice>${amount}</UnPrice><Amount>${amount}</Amount><TaxRate>0.06</TaxRate><ComTaxAm>${tax}</ComTaxAm></IssuItemInformation>`).join('\n')}
<AdditionalInformation><Remark>${remark}</Remark></AdditionalInformation></EInvoiceData>
<TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>${date}</IssueTime></TaxSupervisionInfo></EInvoice>`

/** In the earlier schema, which OFD files carry. */
export const earlierXml = ({ number, code = '', date = '2026-03-02', seller = SELLER, buyer = BUYER, lines, total, remark = '' }: MadeInvoice) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<fp:eInvoice xmlns:fp="http://www.edrm.org.cn/schema/e-invoice/2019"><fp:DocID>虚构</fp:DocID><fp:InvoiceCode>${code}</fp:InvoiceCode><fp:InvoiceNo>${number}</fp:InvoiceNo><fp:IssueDate>${date}</fp:IssueDate>
<fp:Buyer><fp:BuyerName>${buyer[0]}</fp:BuyerName><fp:BuyerTaxID>${buyer[1]}</fp:BuyerTaxID></fp:Buyer><fp:Seller><fp:SellerName>${seller[0]}</fp:SellerName><fp:SellerTaxID>${seller[1]}</fp:SellerTaxID></fp:Seller>
<fp:TaxInclusiveTotalAmount>${total[2]}</fp:TaxInclusiveTotalAmount><fp:Note>${remark}</fp:Note><fp:TaxTotalAmount>${total[1]}</fp:TaxTotalAmount><fp:TaxExclusiveTotalAmount>${total[0]}</fp:TaxExclusiveTotalAmount>
<fp:GoodsInfos>${lines.map(([name, amount, tax]) => `<fp:GoodsInfo><fp:Item>${name}</fp:Item><fp:Amount>${amount}</fp:Amount><fp:TaxScheme>6%</fp:TaxScheme><fp:TaxAmount>${tax}</fp:TaxAmount></fp:GoodsInfo>`).join('')}</fp:GoodsInfos></fp:eInvoice>`

const OFD = '<?xml version="1.0"?><ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016" DocType="OFD"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>' // oxfmt-ignore

/** An OFD with the XML as its attachment. */
export const ofdOf = (xml: string) => zipOf({ 'OFD.xml': OFD, 'Doc_0/Document.xml': '<ofd:Document xmlns:ofd="u"/>', 'Doc_0/Attachs/original_invoice.xml': xml }) // oxfmt-ignore

/** An OFD without an attachment, whose tags name the texts of its page. */
export function taggedOfd({ number, date = '2026年03月02日', seller = SELLER, buyer = BUYER, total, lines }: MadeInvoice) {
  const values = {
    InvoiceNo: number, IssueDate: date, BuyerName: buyer[0], BuyerTaxID: buyer[1], SellerName: seller[0], SellerTaxID: seller[1],
    TaxExclusiveTotalAmount: `¥${total[0]}`, TaxTotalAmount: `¥${total[1]}`, TaxInclusiveTotalAmount: `¥${total[2]}`, Item: lines[0]?.[0] ?? '',
  } // oxfmt-ignore
  const codes = Object.entries(values)
  const tags = codes.map(([code], at) => `<fp:${code}><ofd:ObjectRef PageRef="1">${100 + at}</ofd:ObjectRef></fp:${code}>`).join('')
  const texts = codes.map(([, value], at) => `<ofd:TextObject ID="${100 + at}" Boundary="0 0 9 9"><ofd:TextCode X="0" Y="0">${value}</ofd:TextCode></ofd:TextObject>`).join('') // oxfmt-ignore
  return zipOf({
    'OFD.xml': OFD,
    'Doc_0/Tags/CustomTag.xml': `<fp:eInvoice xmlns:fp="f" xmlns:ofd="o">${tags}</fp:eInvoice>`,
    'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page xmlns:ofd="o"><ofd:Content><ofd:Layer>${texts}</ofd:Layer></ofd:Content></ofd:Page>`,
  })
}

/** An invoice as it is printed, without an attachment. */
export const printedPdf = ({ number, date = '2026年03月02日', seller = SELLER, buyer = BUYER, lines, total, remark = '' }: MadeInvoice) =>
  pdfOf([
    sheet(
      '电子发票（增值税专用发票）',
      `发票号码：${number}`,
      `开票日期：${date}`,
      `名称：${buyer[0]}`,
      `统一社会信用代码/纳税人识别号：${buyer[1]}`,
      `名称：${seller[0]}`,
      `统一社会信用代码/纳税人识别号：${seller[1]}`,
      ...lines.map(([name, amount, tax]) => `${name}  1  ${amount}  ${amount}  6%  ${tax}`),
      `合 计  ¥${total[0]}  ¥${total[1]}`,
      `价税合计（大写） （小写）¥${total[2]}`,
      `备注：${remark}`,
    ),
  ])

/** The kept file of a new invoice that this person sent. */
export async function keptVatFile(app: FastifyInstance, token: string): Promise<string> {
  const file = digitalXml({ number: '26990000000000000077', lines: [['虚构', '1.00', '0.00']], total: ['1.00', '0.00', '1.00'] })
  const { data } = await sendFile(app, { path: 'invoice/do/read_vat_invoices', token, file, name: 'invoice.xml' })
  return data.record[0].files[0].sid
}
