"""The one door to the compiled core."""

from . import _ext

AUTO = _ext.AUTO
AnswerForms = _ext.AnswerForms
NativeBlock = _ext.NativeBlock
NativeLabelTable = _ext.NativeLabelTable
NativeLearner = _ext.NativeLearner
NativePending = _ext.NativePending
NativeReader = _ext.NativeReader
NativeRows = _ext.NativeRows
NativeTable = _ext.NativeTable
NativeShelf = _ext.NativeShelf
NativeShuffledRows = _ext.NativeShuffledRows
NativeTally = _ext.NativeTally
NativeWords = _ext.NativeWords
PreparedExample = _ext.PreparedExample
SnowIds = _ext.SnowIds
SnowLabels = _ext.SnowLabels
block_of_arrow = _ext.block_of_arrow
block_of_rows = _ext.block_of_rows
bucket_of = _ext.bucket_of
check_arrow_schema = _ext.check_arrow_schema
checksums = _ext.checksums
coin = _ext.coin
flat_events = _ext.flat_events
label_lines = _ext.label_lines
partitions_of = _ext.partitions_of
murmur3 = _ext.murmur3
pack_rows = _ext.pack_rows
question_lines = _ext.question_lines
saved_arrays = _ext.saved_arrays
text_of_interval = _ext.text_of_interval
vw_hash = _ext.vw_hash
vw_index = _ext.vw_index

__all__ = [
    "AUTO",
    "AnswerForms",
    "NativeBlock",
    "NativeLabelTable",
    "NativeLearner",
    "NativePending",
    "NativeReader",
    "NativeRows",
    "NativeShelf",
    "NativeShuffledRows",
    "NativeTable",
    "NativeTally",
    "NativeWords",
    "PreparedExample",
    "SnowIds",
    "SnowLabels",
    "block_of_arrow",
    "block_of_rows",
    "bucket_of",
    "check_arrow_schema",
    "checksums",
    "coin",
    "flat_events",
    "label_lines",
    "murmur3",
    "pack_rows",
    "partitions_of",
    "question_lines",
    "saved_arrays",
    "text_of_interval",
    "vw_hash",
    "vw_index",
]
