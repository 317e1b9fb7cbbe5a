import type { Stated } from './stated.ts'
import { all, type Element, first, textIn } from '../import/workbook/xml-tree.ts'

/** An invoice in one of the two published schemas: that of fully digital invoices (`EInvoice`), and the earlier one inside OFD files (`eInvoice`). */
export function statedIn(root: Element): Stated | undefined {
  const data = root.name === 'EInvoice' ? first(root, 'EInvoiceData') : undefined
  if (data) return digital(root, data)
  return first(root, 'InvoiceNo') && first(root, 'TaxInclusiveTotalAmount') ? earlier(root) : undefined
}

function digital(root: Element, data: Element): Stated {
  const basic = first(data, 'BasicInformation')
  const supervision = first(root, 'TaxSupervisionInfo')
  return {
    number: textIn(supervision, 'InvoiceNumber') ?? textIn(first(root, 'Header'), 'EIid'),
    code: null,
    date: textIn(supervision, 'IssueTime') ?? textIn(basic, 'RequestTime'),
    seller: { name: textIn(data, 'SellerName'), tax_no: textIn(data, 'SellerIdNum') },
    buyer: { name: textIn(data, 'BuyerName'), tax_no: textIn(data, 'BuyerIdNum') },
    amount: textIn(basic, 'TotalAmWithoutTax'),
    tax: textIn(basic, 'TotalTaxAm'),
    total: textIn(basic, 'TotalTax-includedAmount'),
    lines: all(data, 'IssuItemInformation').map((item) => ({
      name: [textIn(item, 'ItemName'), textIn(item, 'SpecMod')].filter(Boolean).join(' '),
      amount: textIn(item, 'Amount'),
      tax: textIn(item, 'ComTaxAm'),
      rate: textIn(item, 'TaxRate'),
    })),
    remark: textIn(first(data, 'AdditionalInformation'), 'Remark') ?? textIn(data, 'Remark'),
  }
}

function earlier(root: Element): Stated {
  return {
    number: textIn(root, 'InvoiceNo'),
    code: textIn(root, 'InvoiceCode'),
    date: textIn(root, 'IssueDate'),
    seller: { name: textIn(root, 'SellerName'), tax_no: textIn(root, 'SellerTaxID') },
    buyer: { name: textIn(root, 'BuyerName'), tax_no: textIn(root, 'BuyerTaxID') },
    amount: textIn(root, 'TaxExclusiveTotalAmount'),
    tax: textIn(root, 'TaxTotalAmount'),
    total: textIn(root, 'TaxInclusiveTotalAmount'),
    lines: all(root, 'GoodsInfo').map((item) => ({
      name: [textIn(item, 'Item'), textIn(item, 'Specification')].filter(Boolean).join(' '),
      amount: textIn(item, 'Amount'),
      tax: textIn(item, 'TaxAmount'),
      rate: textIn(item, 'TaxScheme'),
    })),
    remark: textIn(root, 'Note'),
  }
}
