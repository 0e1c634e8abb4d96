package io.slackwater.sink.jdbc;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * What becomes of rows that the database does not take.
 *
 * @param type of the rejected stream, so that no generic serializer is needed
 */
public record RejectedRows<T, R>(RejectionMapping<T, R> mapping, TypeInformation<R> type) {}
