/** The MQMD format of a message whose body is encoded AMQP sections: lists, maps, numbers and other values. */
export const amqpFormat = 'AMQP'
